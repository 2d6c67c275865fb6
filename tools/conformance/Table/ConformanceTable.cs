using RgPolicy.Conformance.Cases;

namespace RgPolicy.Conformance.Table;

/// <summary>Writes docs/measurements/conformance.md from the outputs of runs.</summary>
internal static class ConformanceTable
{
    private const string Head = """
        # What the kernel does, rule by rule

        The sidecar relies on these rules of resctrl and cgroup v2. Each is a list of steps in
        [cases.txt](../tools/conformance/Cases/cases.txt) with the error and the content that must come of it; the same list runs on the
        double in memory (`RgPolicy.Testing.Host`) and on a kernel. This file is written by `tools/conformance/run --write`; a test
        asserts it, others run the list on the double and in the test machine.


        """;

    /// <summary>The file's text.</summary>
    public static string Write(ImmutableArray<string> outputs)
    {
        var hosts = outputs.Select(HostOutput.Read).ToArray();
        var text = new StringBuilder(Head);
        text.AppendLine(
            CultureInfo.InvariantCulture,
            $"| rule | case | steps | {string.Join(" | ", hosts.Select(h => h.Name))} |"
        );
        text.AppendLine("|---|---|---|" + string.Concat(Enumerable.Repeat("---|", hosts.Length)));
        var cases = CaseReader.ReadOwn();
        foreach (var one in cases)
        {
            var results = hosts.Select(h => h.ResultOf(one.Name));
            text.AppendLine(CultureInfo.InvariantCulture, $"{Row(one)} {string.Join(" | ", results)} |");
        }

        text.AppendLine();
        foreach (var host in hosts)
            text.AppendLine(CultureInfo.InvariantCulture, $"{host.Name}: {host.Summary}.  ");

        return text.Append('\n').Append(Tail).ToString();
    }

    /// <summary>How a case's line begins, before the hosts' results.</summary>
    public static string Row(ConformanceCase one) =>
        string.Create(CultureInfo.InvariantCulture, $"| {one.Rule} | {Label(one)} | {one.Steps.Length} |");

    private static string Label(ConformanceCase one) =>
        one.Mount.Length == 0 ? one.Title : $"{one.Title} (mounted with `{one.Mount}`)";

    private const string Tail = """
        `tools/conformance/run --random SEED COUNT` lets the double and the kernel do cases by chance, and those above with other
        processors' shapes (11 and 12 ways, holes allowed, at least two bits, no bandwidth, no monitoring), and prints every difference.
        `tools/conformance/run --here` does the list on the machine it is called on.

        Pseudo-locked groups (R11) and AMD's forms (masks of no bits, SMBA, rates in eighths of a gigabyte) cannot be had in the test
        machine; the double has `SMBA`, empty masks and sparse masks by its shape, and tests of its own for them.

        """;
}
