using RgPolicy.Cli.Lint.Rules;

namespace RgPolicy.Cli.Lint;

/// <summary>Finds the targets of a file: those of the command line, else those of its settings file,
/// else any.</summary>
internal sealed class LintTargets(CliContext context, ImmutableArray<string> named)
{
    private static readonly ImmutableArray<TargetProfile> Assumed = [TargetProfile.Generic with { IsAssumed = true }];

    private readonly Dictionary<string, ImmutableArray<TargetProfile>> _byFile = new(StringComparer.Ordinal);

    /// <summary>The targets; empty where one cannot be used.</summary>
    public async Task<ImmutableArray<TargetProfile>> OfAsync(LintRulesFile? settings)
    {
        var names = !named.IsEmpty ? named : settings?.Rules.Targets ?? [];
        if (names.IsEmpty)
            return Assumed;

        var key = named.IsEmpty ? settings?.Path ?? "" : "";
        if (!_byFile.TryGetValue(key, out var profiles))
        {
            var folder = named.IsEmpty ? Path.GetDirectoryName(settings?.Path) : null;
            _byFile[key] = profiles = await ResolveAsync(names, folder);
        }

        return profiles;
    }

    private async Task<ImmutableArray<TargetProfile>> ResolveAsync(ImmutableArray<string> names, string? folder)
    {
        var profiles = ImmutableArray.CreateBuilder<TargetProfile>(names.Length);
        foreach (var name in names)
        {
            var isFile = folder is not null && File.Exists(Path.Combine(folder, name));
            profiles.Add(await TargetResolver.FindAsync(context, isFile ? Path.Combine(folder ?? "", name) : name));
        }

        return profiles.ToImmutable();
    }
}
