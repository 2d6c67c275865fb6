namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>What stands between two parentheses, as far as it was read.</summary>
internal sealed class QueryLevel(LevelState state)
{
    /// <summary>What is expected next.</summary>
    public LevelState State { get; set; } = state;

    /// <summary>The select list's FROM was read.</summary>
    public bool HasFrom { get; set; }

    /// <summary>Names of WITH queries that can be used from here on and inside.</summary>
    public List<string> Common { get; } = [];

    /// <summary>WITH RECURSIVE: a query can name itself.</summary>
    public bool IsRecursive { get; set; }

    /// <summary>How many relations were found in front of its WITH.</summary>
    public int FoundBefore { get; set; }

    /// <summary>The WITH query whose text is being read.</summary>
    public string Pending { get; set; } = "";
}
