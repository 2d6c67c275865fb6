using RgPolicy.Cli.Doctor;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms;
using RgPolicy.Host.Facts;
using RgPolicy.Language.Targets;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Cli.Probe;

/// <summary>Prints the present host as a target profile.</summary>
internal sealed class ProbeHandler(CliContext context)
{
    private const string DefaultName = "this_host";

    /// <summary>Prints it: as it stands a file for <c>--profile</c>, or inside a document.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(ProbeRequest request, bool json, CancellationToken cancellationToken)
    {
        if (request.Connect is not { } uri)
        {
            return Print(ThisHost() with { Name = request.Name ?? DefaultName }, json);
        }

        var opened = await ObserverOpener.ConnectAsync(context, uri, request.PasswordFile, cancellationToken);
        if (opened.Observer is not { } observer)
        {
            return context.Fail(opened.Refusal);
        }

        await observer.DisposeAsync();
        var found = await FindCapabilitiesAsync(uri, request.PasswordFile, cancellationToken);
        return Print(
            opened.Target with
            {
                Name = request.Name ?? opened.Target.Name,
                Capabilities = [.. opened.Target.Capabilities, .. found],
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
    private async Task<IEnumerable<string>> FindCapabilitiesAsync(
        string uri,
        string? passwordFile,
        CancellationToken cancellationToken
    ) =>
        (await ServerCheck.RunAsync(context, uri, passwordFile, cancellationToken))
            .Findings.Where(finding => finding.State == DoctorState.Ok)
            .Select(finding => finding.Id);

    private int Print(TargetProfile target, bool json)
    {
        if (json)
        {
            JsonOutput.WriteDocument(
                context,
                "rgp/probe/1",
                writer =>
                {
                    writer.WritePropertyName("profile");
                    TargetProfileReader.Write(target, writer);
                }
            );
        }
        else
        {
            context.WriteDocument(TargetProfileReader.Write(target).TrimEnd() + "\n");
        }

        return ExitCode.Success;
    }
}

/// <summary>What <c>rgp probe</c> was asked for.</summary>
/// <param name="Name">The profile's name; null is a default.</param>
/// <param name="Connect">A connection; null leaves the DBMS as in <c>generic</c>.</param>
/// <param name="PasswordFile">Where its password is; null is the environment or pgpass.</param>
internal sealed record ProbeRequest(string? Name, string? Connect, string? PasswordFile);
