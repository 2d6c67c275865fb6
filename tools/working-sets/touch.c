/* A hot set of a known size in a larger memory, with nothing of a runtime beside it: touch MIB uniform|zipf|scan. What it does is
 * what TouchingProgram.cs of the sidecar's tests does. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { page = 4096, cold_mebibytes = 256, look_ups_per_round = 4096, streamed_pages_per_second = 8192 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

int main(int count, char **words)
{
    if (count != 3)
        return 2;
    const long hot = atol(words[1]) * 256, pages = hot + cold_mebibytes * 256L;
    const int zipf = !strcmp(words[2], "zipf"), scan = !strcmp(words[2], "scan");
    volatile unsigned char *memory =
        mmap(NULL, (size_t)pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return 1;
    for (long each = 0; each < pages; each++)
        memory[each * page] = 1;
    puts("ready");
    fflush(stdout);

    uint64_t random = 88172645463325252u;
    long done = 0, said = 0, streamed = 0;
    const double began = seconds();
    for (;;) {
        for (int each = 0; each < look_ups_per_round; each++) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            const double even = (double)(random >> 11) / (double)(1ull << 53);
            const long where = zipf ? (long)pow((double)hot, even) - 1 : (long)(even * (double)hot);
            memory[where * page]++;
        }
        done += look_ups_per_round;
        const double passed = seconds() - began;
        for (; scan && streamed < passed * streamed_pages_per_second; streamed++)
            memory[(hot + streamed % (pages - hot)) * page]++;
        if ((long)passed > said) {
            said++;
            printf("%ld\n", done);
            fflush(stdout);
        }
    }
}
