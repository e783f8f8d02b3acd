"""What a user works on: the session's plan, its sources, drafts, history, saving."""
