using System.CommandLine;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Service.Settings;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp service</c> and the commands below it.</summary>
internal static class ServiceCommand
{
    /// <summary>Creates the commands.</summary>
    public static Command Create(CliContext context)
    {
        var service = new RgpCommand(
            "service",
            "Governs servers as a service, by a file of settings.",
            "rgp service check",
            "rgp service run"
        );
        service.Subcommands.Add(CreateRun(context));
        service.Subcommands.Add(CreateCheck(context));
        service.Subcommands.Add(CreateInstall(context));
        service.Subcommands.Add(
            CreateControl(
                context,
                "uninstall",
                "Removes the Windows service; settings and state stay.",
                handler => handler.Uninstall()
            )
        );
        service.Subcommands.Add(
            CreateControl(context, "start", "Starts the Windows service.", handler => handler.Start())
        );
        service.Subcommands.Add(
            CreateControl(
                context,
                "stop",
                "Stops the Windows service; everything is let go.",
                handler => handler.Stop()
            )
        );
        return service;
    }

    private static RgpCommand CreateRun(CliContext context)
    {
        var run = new RgpCommand(
            "run",
            "Governs every instance of the settings until it is stopped.",
            "rgp service run",
            "rgp service run --config /etc/rgpolicy/appsettings.json"
        )
        {
            Details = "It tells the service manager when it is ready and that it is alive.",
        };
        var config = Config();
        run.Options.Add(config);
        run.SetAction(
            (result, cancellationToken) =>
                new ServiceRunHandler(context).RunAsync(
                    context.Resolve(result.GetRequiredValue(config)),
                    cancellationToken
                )
        );
        return run;
    }

    private static RgpCommand CreateCheck(CliContext context)
    {
        var check = new RgpCommand(
            "check",
            "Checks the settings and every policy that they name.",
            "rgp service check",
            "rgp service check --config appsettings.json --output json"
        )
        {
            Details = "Without connecting to anything.",
            Ends = [new(ExitCode.Findings, "There are problems.")],
        };
        var config = Config();
        check.Options.Add(config);
        check.SetAction(
            (result, cancellationToken) =>
                new ServiceCheckHandler(context).RunAsync(
                    context.Resolve(result.GetRequiredValue(config)),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return check;
    }

    private static RgpCommand CreateInstall(CliContext context)
    {
        var install = new RgpCommand(
            "install",
            "Makes RgPolicy a Windows service.",
            "rgp service install",
            @"rgp service install --config D:\RgPolicy\appsettings.json"
        )
        {
            Details = "It starts with the host and again after a failure; it is not started yet.",
        };
        var config = Config();
        install.Options.Add(config);
        install.SetAction(result =>
            new WindowsServiceHandler(context).Install(context.Resolve(result.GetRequiredValue(config)))
        );
        return install;
    }

    private static RgpCommand CreateControl(
        CliContext context,
        string name,
        string description,
        Func<WindowsServiceHandler, int> run
    )
    {
        var command = new RgpCommand(name, description, $"rgp service {name}", $"rgp service {name} --output text");
        command.SetAction(_ => run(new WindowsServiceHandler(context)));
        return command;
    }

    private static Option<string> Config() =>
        new("--config")
        {
            Description = "The file of settings.",
            HelpName = "FILE",
            DefaultValueFactory = _ => SettingsFile.DefaultPath,
        };
}
