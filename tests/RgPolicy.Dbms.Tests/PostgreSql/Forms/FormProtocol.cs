namespace RgPolicy.Dbms.Tests.PostgreSql.Forms;

/// <summary>How a driver sends a statement.</summary>
public enum FormProtocol
{
    /// <summary>One message with the whole text, as psql and many scripts do.</summary>
    Simple,

    /// <summary>Text and values apart, the unnamed statement: most drivers.</summary>
    Extended,

    /// <summary>A named statement that is kept: what connection pools of drivers do.</summary>
    Prepared,
}
