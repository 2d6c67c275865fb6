// Starts as many sleeping threads as it is told, prints the number of each, and sleeps until it is killed.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t printing = PTHREAD_MUTEX_INITIALIZER;

static void *sleeper(void *unused)
{
	pthread_mutex_lock(&printing);
	printf("%ld\n", syscall(SYS_gettid));
	pthread_mutex_unlock(&printing);
	for (;;)
		pause();
	return unused;
}

int main(int count, char **words)
{
	pthread_attr_t attributes;
	pthread_t thread;
	int wanted = count > 1 ? atoi(words[1]) : 0;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 16384);
	for (int i = 0; i < wanted; i++)
		if (pthread_create(&thread, &attributes, sleeper, NULL) != 0) {
			fprintf(stderr, "only %d threads can be started\n", i);
			return 1;
		}
	for (int i = 0; i < 200; i++)
		usleep(10000);
	pthread_mutex_lock(&printing);
	printf("all\n");
	fflush(stdout);
	pthread_mutex_unlock(&printing);
	for (;;)
		pause();
}
