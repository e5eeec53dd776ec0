static int judge_change;
__attribute__((constructor)) static void judge_choose(int count, char **words, char **environment) {
    for (; *environment; environment++) {
        const char *own = *environment, *key = "JUDGE_CHANGE=";
        while (*key && *own == *key) own++, key++;
        if (!*key)
            while (*own) judge_change = 10 * judge_change + *own++ - 48;
    }
}
