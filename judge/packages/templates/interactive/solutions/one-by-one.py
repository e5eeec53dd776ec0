import sys

print(1, flush=True)
for guess, said in enumerate(sys.stdin, 2):
    if said.strip() == "correct":
        break
    print(guess, flush=True)
