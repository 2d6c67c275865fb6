# A pretended PostgreSQL: a main process that listens, and a child for each client, with the connection that was accepted and a
# title as the real one sets it. usage: perl fake-server.pl CHILDREN NAME-OF-ITS-SOCKET [PID-FILE]
use strict;
use warnings;
use Socket;

my ($children, $name, $pid_file) = @ARGV;
my $address = pack_sockaddr_un("\0$name");
my ($listening, @clients);
socket($listening, PF_UNIX, SOCK_STREAM, 0) && bind($listening, $address) && listen($listening, SOMAXCONN) or die "$name: $!";
for (1 .. $children) {
    my ($client, $accepted);
    socket($client, PF_UNIX, SOCK_STREAM, 0) && connect($client, $address) or die "$name: $!";
    accept($accepted, $listening) or die "$name: $!";
    if (!fork()) {
        $0 = "postgres: app shop [local] idle";
        sleep 1000 while 1;
    }
    push @clients, $client;
}
if (defined $pid_file) {
    open(my $out, '>', $pid_file) or die "$pid_file: $!";
    print $out "$$\n";
    close($out) or die "$pid_file: $!";
}
1 while wait() > 0;
