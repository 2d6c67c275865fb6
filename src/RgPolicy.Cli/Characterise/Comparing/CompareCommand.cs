namespace RgPolicy.Cli.Characterise.Comparing;

/// <summary><c>rgp characterise compare</c>: which knees of two sweeps differ.</summary>
internal sealed class CompareCommand(CliContext context)
{
    private static readonly Argument<string> First = new("DIR1") { Description = "The directory of one sweep." };
    private static readonly Argument<string> Second = new("DIR2") { Description = "The directory of the other." };

    public static RgpCommand Create(CliContext context) =>
        new RgpCommand(
            "compare",
            "Shows which knees of two sweeps differ.",
            "rgp characterise compare small large",
            "rgp characterise compare small large --output json"
        )
        {
            Details = "Of two sizes of data, say.",
        }
            .Takes(First, Second)
            .Does(new CompareCommand(context).Run);

    private const string Schema = "rgp/characterise_compare/1";
    private const string Next = "Give two directories that rgp characterise --out-dir has written.";

    private int Run(ParseResult result)
    {
        var (before, unreadable) = KnownSweepReader.Read(context, result.GetRequiredValue(First));
        var (after, alsoUnreadable) = KnownSweepReader.Read(context, result.GetRequiredValue(Second));
        if (before is null || after is null)
            return context.Fail(ExitCode.Unreachable, unreadable ?? alsoUnreadable ?? "", Next);

        KneeMove[] moves =
        [
            .. before.Knees.Join(
                after.Knees,
                knee => (knee.Lever, knee.Statement),
                knee => (knee.Lever, knee.Statement),
                (one, other) => new KneeMove(one, other)
            ),
        ];
        if (moves.Length == 0)
        {
            return context.Fail(
                ExitCode.Usage,
                "the two have no statement and lever with knees in common",
                "Sweep the same levers over statements of the same names."
            );
        }

        if (result.WantsJson())
            context.WriteDocument(JsonOutput.Document(Schema, writer => Write(writer, before, after, moves)));
        else
            Write(before, after, moves);

        return ExitCode.Success;
    }

    private void Write(KnownSweep before, KnownSweep after, KneeMove[] moves)
    {
        foreach (var sweep in new[] { before, after })
        {
            context.Output.WriteLine(
                Invariant(
                    $"{sweep.Directory}: {sweep.Version} at {sweep.Server}, clients {sweep.Clients}; {sweep.Baseline:0.###} statements per second with nothing limited"
                )
            );
        }

        context.Output.WriteLine();
        var table = new TextTable(["lever", "statement", "for 95 %", "then", "moves"]);
        foreach (var move in moves)
        {
            table.Add(
                move.Before.Lever,
                move.Before.Statement ?? "(all)",
                move.Before.Text,
                move.After.Text,
                move.Verdict
            );
        }

        table.Write(context);
    }

    private static void Write(Utf8JsonWriter json, KnownSweep before, KnownSweep after, KneeMove[] moves)
    {
        json.WriteString("first", before.Directory);
        json.WriteString("second", after.Directory);
        json.WriteObjects(
            "knees",
            moves,
            move =>
            {
                json.WriteString("lever", move.Before.Lever);
                json.WriteString("statement", move.Before.Statement);
                json.WriteNumber("first_least", move.Before.Least);
                json.WriteNumberOrNull("first_most", (decimal?)move.Before.Most);
                json.WriteNumber("second_least", move.After.Least);
                json.WriteNumberOrNull("second_most", (decimal?)move.After.Most);
                json.WriteString("moves", move.Verdict);
            }
        );
    }
}

/// <summary>A knee in two reports.</summary>
internal sealed record KneeMove(KnownKnee Before, KnownKnee After)
{
    /// <summary><c>up</c> or <c>down</c> where what is surely enough in one was tried in the other, and is surely not
    /// there; <c>alike</c> where both are found at the same setting and sure; else <c>not told apart</c>.</summary>
    public string Verdict =>
        After.Exceeds(Before.Most) ? "up"
        : Before.Exceeds(After.Most) ? "down"
        : Before.IsSure && After.IsSure && Before.Most == After.Most ? "alike"
        : "not told apart";
}
