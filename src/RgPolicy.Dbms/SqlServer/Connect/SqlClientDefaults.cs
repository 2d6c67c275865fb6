using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Microsoft.Data.SqlClient;

namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>
/// What has to be told to SqlClient before its first connection.
/// Its usual way of putting packets together loses its place when a packet arrives in parts, as those of a plan of 200 KB do: the read
/// fails or waits for ever. The newer way, which a switch selects, does not.
/// RgPolicy runs without the system's culture data, so that it means the same everywhere and needs no such library. SqlClient
/// refuses to connect then, because it looks code pages of varchar columns up by culture; everything that is read here is nvarchar
/// or a number. Its check remembers what it found in a field, and there is no other way to tell it.
/// </summary>
internal static class SqlClientDefaults
{
    private const string Field = "_cultureCheckState";
    private const string Checked = "Standard";
    private const string PacketsInOnePiece = "Switch.Microsoft.Data.SqlClient.UseCompatibilityProcessSni";

    /// <summary>Tells it. Does nothing with a driver that has no such check and no such switch.</summary>
    [DynamicDependency(Field, typeof(SqlConnection))]
    public static void Apply()
    {
        AppContext.SetSwitch(PacketsInOnePiece, false);
        if (typeof(SqlConnection).GetField(Field, BindingFlags.Static | BindingFlags.NonPublic) is { FieldType.IsEnum: true } field)
        {
            field.SetValue(null, Enum.Parse(field.FieldType, Checked));
        }
    }
}
