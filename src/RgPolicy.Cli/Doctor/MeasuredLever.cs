using System.Collections.Immutable;

namespace RgPolicy.Cli.Doctor;

/// <summary>What two busy loops showed of a lever.</summary>
/// <param name="Lever">Its name; <c>cgroup_move</c> is the cost of a move.</param>
/// <param name="Result"><c>effective</c>, <c>inert</c>, <c>unclear</c>, <c>unknown</c> or <c>measured</c>.</param>
/// <param name="Text">The figures.</param>
internal sealed record MeasuredLever(string Lever, string Result, string Text)
{
    /// <summary>Reads what the sidecar printed; lines of another form are passed over.</summary>
    public static ImmutableArray<MeasuredLever> Parse(string output) =>
        [
            .. output
                .Split('\n')
                .Select(line => line.Split('\t'))
                .Where(parts => parts.Length == 3)
                .Select(parts => new MeasuredLever(parts[0], parts[1], parts[2])),
        ];
}
