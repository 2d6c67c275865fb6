using System.Diagnostics;
using RgPolicy.SimulationProof;
using RgPolicy.SimulationProof.Papers;
using RgPolicy.SimulationProof.Traces;

switch (args)
{
    case ["papers"]:
        PaperTable.Write(Console.Out);
        return 0;
    case ["speed"]:
        Speed.Run(Console.Out);
        return 0;
    case ["speed", var file]:
        Speed.Write(file);
        return 0;
    case ["fit"]:
        Fit.Run(Console.Out);
        return 0;
    case ["traces", ..]:
        return Traces(Number(1, 10_000), Number(2, 1));
    default:
        Console.Error.WriteLine("commands: traces [MIXES] [SEED] [--far], fit, papers, speed [MIX]");
        return 2;
}

int Number(int place, int otherwise) =>
    args.Length > place && int.TryParse(args[place], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        ? number
        : otherwise;

int Traces(int mixes, int seed)
{
    var clock = Stopwatch.StartNew();
    var tables = TraceProof.Compare(
        mixes,
        seed,
        args.Contains("--far", StringComparer.Ordinal) ? Console.WriteLine : _ => { }
    );
    Console.WriteLine(
        $"{mixes} mixes from seed {seed}: errors of hit ratios, model - trace, in {clock.Elapsed.TotalSeconds:0} s"
    );
    Console.WriteLine(ErrorTable.Header);
    foreach (var (kind, table) in TraceProof.Kinds.Zip(tables))
        Console.WriteLine(table.Line(kind));
    return 0;
}
