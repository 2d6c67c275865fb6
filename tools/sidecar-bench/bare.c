// The least that re-classing threads can cost: for each number on standard input a write to the file TASKS, then for each a
// sched_setaffinity with the CPUs below COUNT (0: without). Prints the nanoseconds.
// usage: bare TASKS COUNT < NUMBERS
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **words)
{
	static int ids[100000];
	char text[16];
	int n = 0, failed = 0, cpus;
	struct timespec start, end;
	cpu_set_t set;

	if (count != 3)
		return 2;
	cpus = atoi(words[2]);
	while (n < 100000 && scanf("%d", &ids[n]) == 1)
		n++;
	CPU_ZERO(&set);
	for (int i = 0; i < cpus; i++)
		CPU_SET(i, &set);

	clock_gettime(CLOCK_MONOTONIC, &start);
	int file = open(words[1], O_WRONLY | O_CLOEXEC);
	if (file < 0)
		return 3;
	for (int i = 0; i < n; i++) {
		int length = sprintf(text, "%d\n", ids[i]);
		if (write(file, text, length) != length)
			failed++;
	}
	close(file);
	if (cpus > 0)
		for (int i = 0; i < n; i++)
			if (sched_setaffinity(ids[i], sizeof set, &set) != 0)
				failed++;
	clock_gettime(CLOCK_MONOTONIC, &end);
	printf("%lld\n", (end.tv_sec - start.tv_sec) * 1000000000LL + end.tv_nsec - start.tv_nsec);
	return failed == 0 ? 0 : 1;
}
