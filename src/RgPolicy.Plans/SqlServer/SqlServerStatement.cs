namespace RgPolicy.Plans.SqlServer;

/// <summary>One Stmt element as the server printed it.</summary>
internal sealed class SqlServerStatement(int ordinal, int xmlDepth)
{
    public int Ordinal { get; } = ordinal;

    /// <summary>Depth of the element in its document.</summary>
    public int XmlDepth { get; } = xmlDepth;

    /// <summary>True when the document stops or breaks inside of it.</summary>
    public bool IsCut { get; set; }

    public string Type { get; set; } = "";

    public string? Text { get; set; }

    public string? Id { get; set; }

    public string? QueryHash { get; set; }

    public string? PlanHash { get; set; }

    public double Cost { get; set; } = double.NaN;

    /// <summary>Degree of parallelism while it ran; not a number, or 0, where it is only estimated.</summary>
    public double Dop { get; set; } = double.NaN;

    public double AvailableDop { get; set; } = double.NaN;

    public double AvailableGrantKilobytes { get; set; } = double.NaN;

    public double SerialDesiredKilobytes { get; set; } = double.NaN;

    public double GrantedKilobytes { get; set; } = double.NaN;

    public double MaxUsedKilobytes { get; set; } = double.NaN;

    /// <summary>Every operator, parents before children.</summary>
    public List<ServerOperator> Operators { get; } = [];

    public ServerOperator? Open { get; set; }
}
