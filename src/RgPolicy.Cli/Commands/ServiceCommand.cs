using System.CommandLine;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Service.Settings;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp service run</c> and <c>rgp service check</c>.</summary>
internal static class ServiceCommand
{
    /// <summary>Makes them.</summary>
    public static Command Create(CliContext context)
    {
        var service = new RgpCommand(
            "service", "Governs one or several servers as a service, by a file of settings.", "rgp service check", "rgp service run");
        service.Subcommands.Add(CreateRun(context));
        service.Subcommands.Add(CreateCheck(context));
        return service;
    }

    private static RgpCommand CreateRun(CliContext context)
    {
        var run = new RgpCommand(
            "run",
            "Governs every target of the settings until it is told to end; tells the service manager when it is ready and that it lives.",
            "rgp service run",
            "rgp service run --config /etc/rgpolicy/appsettings.json");
        var config = Config();
        run.Options.Add(config);
        run.SetAction((result, cancellationToken) =>
            new ServiceRunHandler(context).RunAsync(context.Resolve(result.GetRequiredValue(config)), cancellationToken));
        return run;
    }

    private static RgpCommand CreateCheck(CliContext context)
    {
        var check = new RgpCommand(
            "check",
            "Checks the settings and every policy that they name, without connecting to anything.",
            "rgp service check",
            "rgp service check --config appsettings.json --output json");
        var config = Config();
        check.Options.Add(config);
        check.SetAction(result =>
            new ServiceCheckHandler(context).Run(context.Resolve(result.GetRequiredValue(config)), result.WantsJson()));
        return check;
    }

    private static Option<string> Config() => new("--config")
    {
        Description = "The file of settings.",
        HelpName = "FILE",
        DefaultValueFactory = _ => SettingsFile.DefaultPath,
    };
}
