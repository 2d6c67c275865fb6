using System.Collections.Immutable;
using System.Globalization;

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
    /// <summary>The program pgbench where it is named; else it is looked for.</summary>
    public string? Pgbench { get; init; }

    private const int MostWeight = 100;

    /// <summary>Reads <c>--workload</c>, <c>--pgbench-script FILE@WEIGHT</c> and <c>--define NAME=VALUE</c>.</summary>
    /// <returns>The choice, or what is wrong.</returns>
    public static (WorkloadChoice? Choice, string? Problem) Read(string? file, string[] scripts, string[] defines)
    {
        if (file is null == (scripts.Length == 0))
        {
            return (null, "give either --workload FILE or --pgbench-script FILE");
        }

        var given = ImmutableDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (var define in defines)
        {
            if (define.Split('=', 2) is not [{ Length: > 0 } name, var value] || !given.TryAdd(name, value))
            {
                return (null, $"--define `{define}`: write NAME=VALUE, each name once");
            }
        }

        var read = scripts.Select(ReadScript).ToImmutableArray();
        if (file is not null && given.Count > 0)
        {
            return (null, "--define sets variables of scripts, and --workload has none");
        }

        return read.FirstOrDefault(each => each.Weight is < 1 or > MostWeight) is { Path: { } wrong }
            ? (
                null,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"--pgbench-script `{wrong}`: a weight is from 1 to {MostWeight}"
                )
            )
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
