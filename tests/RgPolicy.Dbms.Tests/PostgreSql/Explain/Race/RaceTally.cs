namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Race;

/// <summary>What came of the tries of one attack.</summary>
internal sealed class RaceTally
{
    private int _planned;
    private int _refused;
    private int _failed;

    /// <summary>Plans that were fetched.</summary>
    public int Planned => _planned;

    /// <summary>Texts that the guard let have no plan.</summary>
    public int Refused => _refused;

    /// <summary>Tries that came to nothing for a reason that passes: a lock, a time-out, a connection.</summary>
    public int Failed => _failed;

    /// <summary>How often something of the raider's ran for the observer.</summary>
    public int Raids { get; set; }

    public int Tries => Planned + Refused + Failed;

    public void Count(bool isPlanned, bool isFailed)
    {
        if (isPlanned)
            Interlocked.Increment(ref _planned);
        else if (isFailed)
            Interlocked.Increment(ref _failed);
        else
            Interlocked.Increment(ref _refused);
    }

    public override string ToString() =>
        FormattableString.Invariant(
            $"tries {Tries}, planned {Planned}, refused {Refused}, failed {Failed}, raids {Raids}"
        );

    /// <summary>One line of a file that is added to by each part of a long run.</summary>
    public string Line(int version, string attack) =>
        FormattableString.Invariant($"{version}\t{attack}\t{Tries}\t{Planned}\t{Refused}\t{Failed}\t{Raids}");

    /// <summary>Tries of an attack on a version that such a file tells of.</summary>
    public static int TriesIn(string? file, int version, string attack) =>
        file is null || !File.Exists(file)
            ? 0
            : File.ReadLines(file)
                .Select(line => line.Split('\t'))
                .Where(cells => cells[0] == version.ToString(CultureInfo.InvariantCulture) && cells[1] == attack)
                .Sum(cells => int.Parse(cells[2], CultureInfo.InvariantCulture));
}
