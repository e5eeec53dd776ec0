"""A plug-in with ``compare``: an answer is twice the number of the input."""

from __future__ import annotations


def doubles(drawn: object, before: str = "pass") -> str:
    """Its source. ``generate`` returns ``drawn``; ``before`` is where ``compare`` begins."""
    return f"""
        class Doubles:
            def parse(self, text):
                return int(text)

            def decode(self, text, instance, reading):
                return int(text)

            def compare(self, instance, answer, best):
                {before}
                return answer == best

            def render(self, instance):
                return str(instance) + "\\n"

            def generate(self, rng, size):
                return {drawn!r}

            def smaller(self, instance):
                return ()
        """
