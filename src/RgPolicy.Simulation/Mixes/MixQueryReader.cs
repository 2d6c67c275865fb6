using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Simulation.Mixes;

/// <summary>Reads one query of a mix.</summary>
internal static class MixQueryReader
{
    private const int MostPhases = 100;
    private const int MostStructures = 16;
    private const int MostThreads = 1024;

    // More than any host's memory; an exabyte is a mistyped unit.
    public const double MostBytes = 64.0 * 1024 * 1024 * 1024 * 1024;

    // A stream may go over storage many times.
    public const double MostStreamed = 1e18;

    public const double MostAccesses = 1e18;
    private const double LongestSeconds = 1e6;

    public static MixQuery Read(MixObject query)
    {
        var name = query.Text("name", "");
        if (name.Length is 0 or > 200)
            throw query.Wrong("name", "is missing or longer than 200 characters: every query has a name");
        var read = new MixQuery
        {
            Name = name,
            Session = ReadSession(query.Object("session")),
            Kind = query.Word("kind", StatementKind.Select),
            Shape = query.Has("shape") ? query.Word("shape", PlanShape.Unknown) : null,
            Phases = [.. query.Objects("phases", MostPhases).Select(ReadPhase)],
            Dop = query.Count("dop", 1, 1, MostThreads),
            Clients = query.Count("clients", 1, 1, 2000),
            ThinkSeconds = query.Number("think_seconds", 0, 0, LongestSeconds),
            EverySeconds = query.Has("every_seconds") ? query.Number("every_seconds", 0, 1e-4, LongestSeconds) : null,
            BeginsSeconds = query.Number("begins_seconds", 0, 0, LongestSeconds),
            Executions = query.Has("executions") ? query.Count("executions", 0, 1, int.MaxValue) : null,
            Domain = query.Has("domain") ? query.Count("domain", 0, 0, 4096) : null,
        };
        if (read.Phases.IsEmpty)
            throw query.Wrong(
                "phases",
                "is empty: a query whose plan is not known needs a phase that says what it does"
            );
        if (read is { EverySeconds: not null, ThinkSeconds: > 0 })
            throw query.Wrong("think_seconds", "is for a closed loop, and `every_seconds` for arrivals: keep one");
        query.Finish();
        return read;
    }

    private static SessionFacts ReadSession(MixObject? session)
    {
        if (session is null)
            return new SessionFacts("", "", "", "", false);
        var read = new SessionFacts(
            session.Text("login", ""),
            session.Text("app", ""),
            session.Text("host", ""),
            session.Text("database", ""),
            session.Flag("superuser", false)
        );
        session.Finish();
        return read;
    }

    private static MixPhase ReadPhase(MixObject phase)
    {
        var read = new MixPhase
        {
            Shape = phase.Word("shape", PlanShape.Unknown),
            CpuSeconds = phase.Number("cpu_seconds", 0, 0, LongestSeconds),
            StreamedBytes = phase.Bytes("streamed", 0, 0, MostStreamed),
            Structures = [.. phase.Objects("structures", MostStructures).Select(ReadStructure)],
            Overlap = phase.Number("overlap", 4, 0.1, 64),
        };
        if (read.CpuSeconds <= 0 && read.StreamedBytes <= 0 && read.Structures.IsEmpty)
            throw new MixException(phase.Where, "does nothing: give cpu_seconds, streamed or structures");
        phase.Finish();
        return read;
    }

    private static MixStructure ReadStructure(MixObject structure)
    {
        var isCyclic = structure.Text("pattern", "random") switch
        {
            "random" => false,
            "cyclic" => true,
            _ => throw structure.Wrong("pattern", "takes random or cyclic"),
        };
        if (!structure.Has("bytes") || !structure.Has("accesses"))
            throw new MixException(structure.Where, "needs `bytes` and `accesses`");
        var read = new MixStructure(
            structure.Bytes("bytes", 0, 64, MostBytes),
            structure.Number("accesses", 0, 1, MostAccesses),
            structure.Number("skew", 0, 0, 3),
            isCyclic
        )
        {
            IsShared = structure.Flag("shared", false),
        };
        structure.Finish();
        return read;
    }
}

/// <summary>Memory that a phase reads again and again, such as a hash table or a dictionary.</summary>
/// <param name="Bytes">How large it is, all threads together.</param>
/// <param name="Accesses">How often one execution reads a place in it.</param>
/// <param name="Skew">Exponent of Zipf's law: 0 reads all places equally often.</param>
/// <param name="IsCyclic">It is read in the same order again and again, as a small table that is scanned
/// repeatedly.</param>
internal sealed record MixStructure(double Bytes, double Accesses, double Skew, bool IsCyclic)
{
    /// <summary>All clients of the query read the same one, as an index in shared buffers; else each has its own, as a
    /// hash table.</summary>
    public bool IsShared { get; init; }
}
