using System.Text.Json;
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
    public int Run(string? name, bool json)
    {
        var facts = HostProbe.Read(context.HostRoot, context.IsRoot, null);
        var system = OperatingSystem.IsWindows() ? "windows" : "linux";
        var sockets = HostProfile.Sockets(context.HostRoot, facts.Topology);
        var profile = TargetProfileReader.Write(HostProfile.Of(facts, sockets, name ?? DefaultName, system));
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
