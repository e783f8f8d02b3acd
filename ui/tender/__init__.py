"""The steps of a tender: its rules, the form, the bids, their scores, and the acceptance."""
