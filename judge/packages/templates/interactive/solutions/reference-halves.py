least, most, answer = 1, 1000, ""
while answer != "correct":
    guess = (least + most) // 2
    print(guess, flush=True)
    answer = input()
    if answer == "lower":
        most = guess - 1
    else:
        least = guess + 1
