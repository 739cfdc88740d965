"""What moderators do at their desk: the acts with their forms and pages, and the first page."""
