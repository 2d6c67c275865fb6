using RgPolicy.Cli.Doctor;

namespace RgPolicy.Cli.Probe;

/// <summary><c>rgp probe</c>: prints this host as a profile.</summary>
internal sealed class ProbeCommand(CliContext context)
{
    private static readonly Option<string?> Name = new("--name")
    {
        Description = "The profile's name.",
        HelpName = "NAME",
    };

    private static readonly Option<string?> Connect = LiveOptions.Connect();
    private static readonly Option<string?> PasswordFile = LiveOptions.PasswordFile();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "probe",
            "Prints this host as a profile, for --profile.",
            "rgp probe > host.json",
            "rgp probe --server postgres://rgpolicy@localhost/postgres --name db1 --output json"
        )
        {
            Details = "With --server its database server too.",
        }
            .Takes(Name, Connect, PasswordFile)
            .Does(new ProbeCommand(context).RunAsync);

    private const string DefaultName = "this_host";

    /// <summary>Prints it: as it stands a file for <c>--profile</c>, or inside a document.</summary>
    private async Task<int> RunAsync(ParseResult result)
    {
        var json = result.WantsJson();
        if (result.GetValue(Connect) is not { } uri)
            return Print(ThisHost() with { Name = result.GetValue(Name) ?? DefaultName }, json);

        var (observer, target) = await ObserverOpener.NeedAsync(context, uri, result.GetValue(PasswordFile));
        await observer.DisposeAsync();
        var found = await FindCapabilitiesAsync(uri, result.GetValue(PasswordFile));
        return Print(
            target with
            {
                Name = result.GetValue(Name) ?? target.Name,
                Capabilities = [.. target.Capabilities, .. found],
            },
            json
        );
    }

    private TargetProfile ThisHost()
    {
        var facts = HostProbe.Read(context.HostRoot, context.IsRoot, null);
        return HostProfile.Of(facts, DefaultName, OperatingSystem.IsWindows() ? "windows" : "linux");
    }

    /// <summary>What the server's check found to be there, by the names that <c>rgp doctor</c> uses.</summary>
    private async Task<IEnumerable<string>> FindCapabilitiesAsync(string uri, string? passwordFile) =>
        (await ServerCheck.RunAsync(context, uri, passwordFile))
            .Findings.Where(finding => finding.State == DoctorState.Ok)
            .Select(finding => finding.Id);

    private int Print(TargetProfile target, bool json)
    {
        if (json)
        {
            new JsonReport(context, "rgp/probe/1").Write(writer =>
            {
                writer.WritePropertyName("profile");
                TargetProfileReader.Write(target, writer);
            });
        }
        else
        {
            context.WriteDocument(TargetProfileReader.Write(target).TrimEnd() + "\n");
        }

        return ExitCode.Success;
    }
}
