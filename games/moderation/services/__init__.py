"""What moderators can do. Each act checks who does it, asks why, and is written into the trail."""
