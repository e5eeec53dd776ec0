"""Mutation testing: does anything stored distinguish a changed checker from the original?"""
