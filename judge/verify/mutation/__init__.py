"""Mutation testing: does anything stored tell a changed checker from the original?"""
