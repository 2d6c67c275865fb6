using RgPolicy.Cli.Shell;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Windows;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Installs and controls the Windows service.</summary>
internal sealed class WindowsServiceHandler(CliContext context)
{
    private const string Name = LogSetup.EventSource;

    /// <summary>Installs it for these settings, which must be right.</summary>
    /// <returns>The exit code.</returns>
    public int Install(string config)
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

    /// <summary>Removes the service.</summary>
    /// <returns>The exit code.</returns>
    public int Uninstall() => Do(windows => windows.Uninstall(Name), $"The service {Name} is gone.");

    /// <summary>Starts the service.</summary>
    /// <returns>The exit code.</returns>
    public int Start() =>
        Do(windows => windows.Start(Name), $"The service {Name} starts; see rgp status and the event log.");

    /// <summary>Stops the service.</summary>
    /// <returns>The exit code.</returns>
    public int Stop() => Do(windows => windows.Stop(Name), $"The service {Name} stops; everything is let go.");

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
        {
            return context.Fail(ExitCode.Unreachable, problem, "Run it as an administrator.");
        }

        context.Output.WriteLine(done);
        return ExitCode.Success;
    }
}
