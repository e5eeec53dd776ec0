"""Which contestant plays the game of a problem best?"""
