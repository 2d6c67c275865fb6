using System.CommandLine;
using System.Text;
using System.Text.Json;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Shell;
using RgPolicy.Documents;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Targets;

/// <summary>Finds the target profile of a name or a file.</summary>
internal static class TargetResolver
{
    /// <summary>The last line for a target that cannot be used.</summary>
    public static readonly string Next =
        "Give a profile file (`rgp probe > host.json` writes one for this host) or one of the names "
        + string.Join(", ", BuiltInProfiles.Names)
        + ".";

    private const int MaximumBytes = 1024 * 1024;

    /// <summary>The option <c>--profile NAME</c>.</summary>
    public static Option<string?> CreateOption(string oldName = "--target") =>
        new RenamedOption<string?>("--profile", oldName)
        {
            Description = "The machine: a profile's name, or a file that rgp probe wrote. Without it: generic.",
            HelpName = "NAME",
        };

    /// <summary>Finds it; without a name the built-in profile <c>generic</c>.</summary>
    public static async Task<TargetChoice> FindAsync(
        CliContext context,
        string? name,
        CancellationToken cancellationToken
    )
    {
        if (name is null)
        {
            return TargetChoice.Of(TargetProfile.Generic);
        }

        if (name.Contains("://", StringComparison.Ordinal))
        {
            return new TargetChoice(
                null,
                "this command takes no connection as its profile: probe that server's host first",
                ExitCode.Usage
            );
        }

        if (!File.Exists(context.Resolve(name)))
        {
            return BuiltInProfiles.Find(name) is { } builtIn
                ? TargetChoice.Of(builtIn)
                : new TargetChoice(
                    null,
                    $"there is no target profile `{name}`, neither by name nor as a file",
                    ExitCode.Usage
                );
        }

        var file = new InputFile(name, context.Resolve(name));
        var content = await FileContent.ReadAsync(context, file, MaximumBytes, cancellationToken);
        return content.Bytes is { } bytes
            ? Read(name, Encoding.UTF8.GetString(bytes))
            : new TargetChoice(null, content.Problem, ExitCode.Unreachable);
    }

    private static TargetChoice Read(string name, string json)
    {
        var check = TargetProfileReader.Read(Unwrap(json));
        return check.Profile is { } profile
            ? TargetChoice.Of(profile)
            : new TargetChoice(null, $"the target profile `{name}` cannot be used: {check.Error}", ExitCode.Usage);
    }

    // `rgp probe --output json` puts the profile into a document of its own.
    private static string Unwrap(string json)
    {
        try
        {
            using var document = JsonDocument.Parse(json.TrimStart('\uFEFF'));
            return DocumentFormat.Read(document.RootElement, DocumentFormat.Probe)?.Profile?.GetRawText() ?? json;
        }
        catch (JsonException)
        {
            return json;
        }
    }
}

/// <summary>The profile that <c>--profile</c> names, or why it cannot be had.</summary>
/// <param name="Profile">Null when there is a problem.</param>
/// <param name="Problem">A sentence.</param>
/// <param name="ExitCode">What the problem ends with.</param>
internal sealed record TargetChoice(TargetProfile? Profile, string? Problem, int ExitCode)
{
    /// <summary>A profile.</summary>
    public static TargetChoice Of(TargetProfile profile) => new(profile, null, Shell.ExitCode.Success);
}
