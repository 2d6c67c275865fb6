using System.Text.Json;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Host.Facts;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Probe;

/// <summary>Prints the present host as a target profile.</summary>
internal sealed class ProbeHandler(CliContext context)
{
    private const string DefaultName = "this_host";

    /// <summary>Prints it: as it stands a file for <c>--target</c>, or inside a document.</summary>
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
            return context.Fail(opened.ExitCode, opened.Problem, opened.Next);
        }

        await observer.DisposeAsync();
        return Print(opened.Target with { Name = request.Name ?? opened.Target.Name }, json);
    }

    private TargetProfile ThisHost()
    {
        var facts = HostProbe.Read(context.HostRoot, context.IsRoot, null);
        var sockets = HostProfile.Sockets(context.HostRoot, facts.Topology);
        return HostProfile.Of(facts, sockets, DefaultName, OperatingSystem.IsWindows() ? "windows" : "linux");
    }

    private int Print(TargetProfile target, bool json)
    {
        var profile = TargetProfileReader.Write(target);
        if (json)
        {
            JsonOutput.WriteDocument(context, "rgp/probe/1", writer =>
            {
                using var document = JsonDocument.Parse(profile);
                writer.WritePropertyName("profile");
                document.RootElement.WriteTo(writer);
            });
        }
        else
        {
            context.Output.WriteLine(profile.TrimEnd());
        }

        return ExitCode.Success;
    }
}
