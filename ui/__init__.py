"""The pages of the planner: each reads results and draws them; none computes."""
