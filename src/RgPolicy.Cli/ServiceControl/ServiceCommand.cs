using RgPolicy.Service.Logging;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Windows;

namespace RgPolicy.Cli.ServiceControl;

/// <summary><c>rgp service</c>: governs servers as a service, by a file of settings; on Windows it also installs, starts and stops it.</summary>
internal sealed class ServiceCommand(CliContext context)
{
    private static readonly Option<string> Config = new("--config")
    {
        Description = "The file of settings.",
        HelpName = "FILE",
        DefaultValueFactory = _ => SettingsFile.DefaultPath,
    };

    public static Command Create(CliContext context)
    {
        var windows = new ServiceCommand(context);
        return new RgpCommand(
            "service",
            "Governs servers as a service, by a file of settings.",
            "rgp service check",
            "rgp service run"
        ).Takes(
            CreateRun(context),
            CreateCheck(context),
            new RgpCommand(
                "install",
                "Makes RgPolicy a Windows service.",
                "rgp service install",
                @"rgp service install --config D:\RgPolicy\appsettings.json"
            )
            {
                Details = "It starts with the host and again after a failure; it is not started yet.",
            }
                .Takes(Config)
                .Does(result => windows.Install(PathOf(context, result))),
            Control("uninstall", "Removes the Windows service; settings and state stay.", windows.Uninstall),
            Control("start", "Starts the Windows service.", windows.Start),
            Control("stop", "Stops the Windows service; everything is let go.", windows.Stop)
        );
    }

    private static RgpCommand CreateRun(CliContext context) =>
        new RgpCommand(
            "run",
            "Governs every instance of the settings until it is stopped.",
            "rgp service run",
            "rgp service run --config /etc/rgpolicy/appsettings.json"
        )
        {
            Details = "It tells the service manager when it is ready and that it is alive.",
        }
            .Takes(Config)
            .Does(result => new ServiceRunHandler(context).RunAsync(PathOf(context, result)));

    private static RgpCommand CreateCheck(CliContext context) =>
        new RgpCommand(
            "check",
            "Checks the settings and every policy that they name.",
            "rgp service check",
            "rgp service check --config appsettings.json --output json"
        )
        {
            Details = "Without connecting to anything.",
            Ends = [new(ExitCode.Findings, "There are problems.")],
        }
            .Takes(Config)
            .Does(result => new ServiceCheckHandler(context).RunAsync(PathOf(context, result), result.WantsJson()));

    private static RgpCommand Control(string name, string description, Func<int> run) =>
        new RgpCommand(name, description, $"rgp service {name}", $"rgp service {name} --output text").Does(_ => run());

    private static string PathOf(CliContext context, ParseResult result) =>
        context.Resolve(result.GetRequiredValue(Config));

    private const string Name = LogSetup.EventSource;

    /// <summary>Installs it for these settings, which must be right.</summary>
    private int Install(string config)
    {
        var reading = SettingsFile.Read(config);
        return reading.Settings is null
            ? SettingsProblems.Report(context, reading, config, "Nothing was installed.")
            : Do(
                windows =>
                    windows.Install(
                        new ServiceInstallation(
                            Name,
                            "RgPolicy",
                            "Governs the queries of databases by policies.",
                            $"\"{Path.Join(context.InstallDirectory, "rgp.exe")}\" service run --config \"{config}\"",
                            $@"NT SERVICE\{Name}"
                        )
                    ),
                $"The service {Name} is installed; let its account {Name} read the settings, the policies and the "
                    + "password files, then: rgp service start"
            );
    }

    private int Uninstall() => Do(windows => windows.Uninstall(Name), $"The service {Name} is gone.");

    private int Start() =>
        Do(windows => windows.Start(Name), $"The service {Name} starts; see rgp status and the event log.");

    private int Stop() => Do(windows => windows.Stop(Name), $"The service {Name} stops; everything is let go.");

    private int Do(Func<IWindowsServices, string?> order, string done)
    {
        if (context.Windows is not { } windows)
        {
            return context.Fail(
                ExitCode.Usage,
                "this is for Windows",
                "With systemd: sudo systemctl enable --now rgpolicy"
            );
        }

        if (order(windows) is { } problem)
            return context.Fail(ExitCode.Unreachable, problem, "Run it as an administrator.");

        context.Output.WriteLine(done);
        return ExitCode.Success;
    }
}

/// <summary>Says what is wrong with a service's settings.</summary>
internal static class SettingsProblems
{
    /// <summary>Says it, each with its key.</summary>
    /// <param name="context">Where to.</param>
    /// <param name="reading">What was read.</param>
    /// <param name="path">From where.</param>
    /// <param name="outcome">What was not done for it, such as <c>Nothing was started.</c></param>
    public static int Report(CliContext context, SettingsReading reading, string path, string outcome)
    {
        foreach (var problem in reading.Problems)
            context.Error.WriteLine($"rgp: {problem}");

        return context.Finish(ExitCode.Usage, $"{outcome} Fix {path}, then try: rgp service check --config {path}");
    }
}
