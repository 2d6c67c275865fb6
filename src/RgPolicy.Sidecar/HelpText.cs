namespace RgPolicy.Sidecar;

/// <summary>What <c>--help</c> prints.</summary>
internal static class HelpText
{
    internal const string Text = """
        rgp-sidecar: the privileged part of RgPolicy; moves a DBMS's processes between pools and always gives everything back.

        rgp-sidecar guard --data-directory DIR [OPTIONS]   runs it, as root, or as the server's user after provision
        rgp-sidecar provision --data-directory DIR --limits FILE
                                                           root, once: makes the groups that the limits name and hands
                                                           them to the server's user, who then needs no rights of root
        rgp-sidecar unprovision                            takes all that back
        rgp-sidecar reset [--state-dir DIR]                restores what a sidecar that was killed left behind
        rgp-sidecar measure [--data-directory DIR]         root, some seconds: which levers have an effect here, by two busy loops
        rgp-sidecar prefetchers-off --cores LIST --state-dir DIR
                                                           root: turns these cores' hardware prefetchers off (Intel, not virtual)
        rgp-sidecar prefetchers-restore --state-dir DIR    gives them back
        rgp-sidecar version

        Options of guard:
          --data-directory DIR   the server's data directory; postmaster.pid is read each time, so a restart is followed
          --pid-file FILE        with the above, of a MariaDB or MySQL: the file that names its process
          --postmaster PID       the server's main process, instead of a data directory
          --socket PATH          default /run/rgpolicy/sidecar.sock
          --state-dir DIR        journal and lock; default /run/rgpolicy
          --client-gid GROUP     group of the socket, by name or number; its members may connect
          --client-uid UID       may connect too, beside root and the sidecar's own user; may be repeated
          --limits FILE          JSON, root's: max_pools, least_cpu_share, allowed_cores, least_ways, most_ways, max_processes,
                                 pools, dynamic_masks, background_workers
          --wait-seconds N       of provision: how long to wait for a server that is about to start; default 0
          --provision-dir DIR    where it is said what was handed over; default /run/rgpolicy-provision
          --lease-ms N           everything is let go when no heartbeat comes for so long; default 1500. Up to three times as
                                 long while client or sidecar are ready to run and have no processor

        Examples:
          rgp-sidecar guard --data-directory /var/lib/postgresql/16/main --client-gid rgpolicy
          rgp-sidecar reset

        Exit codes: 0 ended as told, 1 not complete, 2 wrong usage, 3 cannot run.

        """;
}
