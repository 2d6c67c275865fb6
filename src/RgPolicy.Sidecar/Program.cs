using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Guarding;
using RgPolicy.Sidecar.Measuring;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Prefetching;
using RgPolicy.Sidecar.Provisioning;
using RgPolicy.Sidecar.Serving;

namespace RgPolicy.Sidecar;

/// <summary>The entry point: one verb, then options.</summary>
internal static class Program
{
    private const int Success = 0;
    private const int WrongUsage = 2;
    private const int OwnNice = -10;

    private static int Main(string[] arguments)
    {
        var verb = arguments.Length == 0 || arguments.Any(word => word is "--help" or "-h") ? "--help" : arguments[0];
        switch (verb)
        {
            case "--help" or "-h" or "help":
                Console.Out.Write(HelpText.Text);
                return Success;
            case "busy":
                return BusyLoop.Run();
            case "version" or "--version":
                Console.Out.WriteLine($"rgp-sidecar {SidecarVersion.Text}");
                return Success;
            default:
                return RunWithOptions(verb, arguments[1..]);
        }
    }

    private static int RunWithOptions(string verb, string[] words)
    {
        var log = new SidecarLog(verb);
        if (OptionReader.Read(words, out var problem) is not { } options)
        {
            log.Line(problem);
            return WrongUsage;
        }

        // On a machine without a CPU to spare, giving back must not wait behind what is governed; only root may.
        _ = Libc.SetPriority(0, 0, OwnNice);
        return (verb, options) switch
        {
            ("guard", _) => RunGuard(options, log),
            ("mover", { Channel: { } channel, LockDescriptor: { } held }) => MoverProgram.Run(
                options,
                channel,
                held,
                log
            ),
            ("provision", _) => ProvisionProgram.Provision(options, FileRoot.Machine, log),
            ("unprovision", _) => ProvisionProgram.Unprovision(options, FileRoot.Machine, log),
            ("prefetchers-off", _) => PrefetcherProgram.TurnOff(options, FileRoot.Machine, log),
            ("prefetchers-restore", _) => PrefetcherProgram.Restore(options, FileRoot.Machine, log),
            ("measure", _) => MeasureProgram.Run(options, FileRoot.Machine, log),
            ("reset", _) => Reset.Run(options, FileRoot.Machine, log),
            _ => Refuse(log, $"unknown verb {verb}; see rgp-sidecar --help"),
        };
    }

    private static int RunGuard(GuardOptions options, SidecarLog log)
    {
        if (options is { DataDirectory: null, Postmaster: null })
            return Refuse(log, "say which server is guarded: --data-directory DIR (or --postmaster PID)");

        if (options is { ClientUsers.Length: > 0, ClientGroup: null })
            return Refuse(log, "--client-uid needs --client-gid: the group that may reach the socket");

        if (!Environment.IsPrivilegedProcess)
        {
            log.Line(
                "not root: what the provisioner handed over is used, and only the server of this user can be governed"
            );
        }

        return new Guard(options, FileRoot.Machine, TimeProvider.System, log).Run();
    }

    private static int Refuse(SidecarLog log, string problem)
    {
        log.Line(problem);
        return WrongUsage;
    }
}
