using RgPolicy.Cli.PlanInfo;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Cli.Characterise;

/// <summary>What a command line runs.</summary>
/// <param name="File">A file of statements, or null.</param>
/// <param name="Scripts">Scripts of pgbench with their weights.</param>
/// <param name="Given">Variables that are set before.</param>
internal sealed record WorkloadChoice(
    string? File,
    ImmutableArray<(string Path, int Weight)> Scripts,
    ImmutableDictionary<string, string> Given
)
{
    private const int MostWeight = 100;

    /// <summary>Reads <c>--workload</c>, <c>--pgbench-script FILE@WEIGHT</c> and <c>--define NAME=VALUE</c>.</summary>
    /// <returns>The choice, or what is wrong.</returns>
    public static (WorkloadChoice? Choice, string? Problem) Read(string? file, string[] scripts, string[] defines)
    {
        if (file is null == (scripts.Length == 0))
            return (null, "give either --workload FILE or --pgbench-script FILE");

        var given = ImmutableDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (var define in defines)
        {
            if (define.Split('=', 2) is not [{ Length: > 0 } name, var value] || !given.TryAdd(name, value))
                return (null, $"--define `{define}`: write NAME=VALUE, each name once");
        }

        var read = scripts.Select(ReadScript).ToImmutableArray();
        if (file is not null && given.Count > 0)
            return (null, "--define sets variables of scripts, and --workload has none");

        return read.FirstOrDefault(each => each.Weight is < 1 or > MostWeight) is { Path: { } wrong }
            ? (null, Invariant($"--pgbench-script `{wrong}`: a weight is from 1 to {MostWeight}"))
            : (new WorkloadChoice(file, read, given.ToImmutable()), null);
    }

    // As pgbench's -f: a file's name may hold the sign as well.
    private static (string Path, int Weight) ReadScript(string text)
    {
        var at = text.LastIndexOf('@');
        return
            at > 0 && int.TryParse(text.AsSpan(at + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var weight)
            ? (text[..at], weight)
            : (text, 1);
    }
}

/// <summary>Reads <c>--sweep cores,maxdop</c> and <c>--settings grant=1MiB,64MiB</c>.</summary>
internal static class SweepChoiceReader
{
    /// <summary>The choices, or what is wrong.</summary>
    /// <param name="sweep">Levers one by one, or null.</param>
    /// <param name="grid">Two levers together, or null.</param>
    /// <param name="settings">Settings of the user's own.</param>
    public static (SweepChoices? Choices, string? Problem) Read(string? sweep, string? grid, string[] settings)
    {
        var own = new Dictionary<SweepLever, ImmutableArray<SweepSetting>>();
        foreach (var text in settings)
        {
            if (ReadSettings(text, own) is { } problem)
                return (null, problem);
        }

        var (sweeps, unclear) = ReadLevers(sweep ?? "", own);
        var (pair, unpaired) = ReadLevers(grid ?? "", own);
        if ((unclear ?? unpaired) is { } wrong)
            return (null, wrong);

        var all = sweeps.Concat(pair).Select(choice => choice.Lever).ToArray();
        return all.Length == 0 ? (null, $"--sweep names no lever; there are {SweepLeverName.All}")
            : pair.Length is not (0 or 2) ? (null, "--grid takes two levers, such as maxdop,grant")
            : own.Keys.Except(all).ToArray() is [var unused, ..]
                ? (null, $"--settings names `{SweepLeverName.Of(unused)}`, which --sweep does not")
            : (new SweepChoices(sweeps, pair), null);
    }

    private static (ImmutableArray<SweepChoice> Choices, string? Problem) ReadLevers(
        string names,
        Dictionary<SweepLever, ImmutableArray<SweepSetting>> own
    )
    {
        var choices = ImmutableArray.CreateBuilder<SweepChoice>();
        foreach (var name in names.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            var (lever, problem) = SweepLeverName.Find(name);
            if (lever is not { } found)
                return ([], problem);

            if (choices.All(choice => choice.Lever != found))
                choices.Add(new SweepChoice(found, own.GetValueOrDefault(found, [])));
        }

        return (choices.ToImmutable(), null);
    }

    private static string? ReadSettings(string text, Dictionary<SweepLever, ImmutableArray<SweepSetting>> own)
    {
        var parts = text.Split('=', 2, StringSplitOptions.TrimEntries);
        if (parts.Length < 2)
            return $"--settings `{text}`: write LEVER=VALUE,VALUE, such as maxdop=1,2,4";

        var (lever, problem) = SweepLeverName.Find(parts[0]);
        if (lever is not { } found)
            return problem;

        var values = ImmutableArray.CreateBuilder<SweepSetting>();
        foreach (
            var value in parts[1].Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
        )
        {
            if (ReadSetting(found, value) is not { } setting)
                return $"--settings {parts[0]}: `{value}` is not a setting of it; {Example(found)}";

            values.Add(setting);
        }

        return own.TryAdd(found, values.ToImmutable()) ? null : $"--settings names `{parts[0]}` twice";
    }

    /// <summary>One setting; null where it is none of this lever's.</summary>
    internal static SweepSetting? ReadSetting(SweepLever lever, string text)
    {
        var value = lever is SweepLever.Grant or SweepLever.Read
            ? SizeText.Parse(text)
            : Number(lever is SweepLever.Bandwidth or SweepLever.GrantShare ? text.TrimEnd('%') : text);
        return value is { } number && SettingText.IsAllowed(lever, number) ? SettingText.Of(lever, number) : null;
    }

    private static long? Number(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static string Example(SweepLever lever) =>
        lever switch
        {
            SweepLever.Grant => "write sizes from 64KiB on, such as grant=1MiB,64MiB",
            SweepLever.Read => "write bytes per second, such as read=20MiB,200MiB",
            SweepLever.GrantShare => "write percent, such as grant_share=5,25,100",
            SweepLever.Bandwidth => "write percent, such as bandwidth=20,50,100",
            SweepLever.Llc => "write ways, at least 2, such as llc=2,4,8",
            _ => $"write numbers, such as {SweepLeverName.Of(lever)}=1,2,4",
        };
}

/// <summary>What a command line wants swept.</summary>
/// <param name="Sweeps">Levers one by one.</param>
/// <param name="Grid">Two levers together; empty for none.</param>
internal sealed record SweepChoices(ImmutableArray<SweepChoice> Sweeps, ImmutableArray<SweepChoice> Grid);
