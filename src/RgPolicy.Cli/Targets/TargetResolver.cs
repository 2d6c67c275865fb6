namespace RgPolicy.Cli.Targets;

/// <summary>Finds the target profile of a name or a file.</summary>
internal static class TargetResolver
{
    private const int MaximumBytes = 1024 * 1024;

    private static readonly string Next =
        "Give a profile file (`rgp probe > host.json` writes one for this host) or one of the names "
        + string.Join(", ", BuiltInProfiles.Names)
        + ".";

    /// <summary>The option <c>--profile NAME</c>.</summary>
    public static Option<string?> CreateOption(string oldName = "--target") =>
        new RenamedOption<string?>("--profile", oldName)
        {
            Description = "The machine: a profile's name, or a file that rgp probe wrote. Without it: generic.",
            HelpName = "NAME",
        };

    /// <summary>Finds it; without a name the built-in profile <c>generic</c>.</summary>
    public static async Task<TargetProfile> FindAsync(CliContext context, string? name)
    {
        if (name is null)
            return TargetProfile.Generic;

        if (name.Contains("://", StringComparison.Ordinal))
            throw Refused("this command takes no connection as its profile: probe that server's host first");

        if (!File.Exists(context.Resolve(name)))
        {
            return BuiltInProfiles.Find(name)
                ?? throw Refused($"there is no target profile `{name}`, neither by name nor as a file");
        }

        var file = InputFile.Named(context, name);
        var bytes = await FileContent.NeedAsync(context, file, MaximumBytes, Next);
        var check = TargetProfileReader.Read(Unwrap(Encoding.UTF8.GetString(bytes)));
        return check.Profile ?? throw Refused($"the target profile `{name}` cannot be used: {check.Error}");
    }

    private static CommandException Refused(string problem) => new(ExitCode.Usage, problem, Next);

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
