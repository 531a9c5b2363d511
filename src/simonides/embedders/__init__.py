"""What turns text into vectors?"""
