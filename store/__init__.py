"""What is kept: scenarios with their versions, drafts of what nobody saved yet, and links."""
