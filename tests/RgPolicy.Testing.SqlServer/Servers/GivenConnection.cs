using Microsoft.Data.SqlClient;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>The driver's connection string as RgPolicy's own connection.</summary>
internal static class GivenConnection
{
    private const int UsualPort = 1433;

    /// <summary>Reads it.</summary>
    public static SqlServerConnectionOptions Read(string connection)
    {
        var text = new SqlConnectionStringBuilder(connection);
        var place = text.DataSource.Split(':')[^1].Split(',');
        return new SqlServerConnectionOptions
        {
            Host = place[0],
            Port = place.Length > 1 ? int.Parse(place[1], CultureInfo.InvariantCulture) : UsualPort,
            User = text.UserID,
            Encrypts = !Equals(text.Encrypt, SqlConnectionEncryptOption.Optional),
            TrustsServerCertificate = text.TrustServerCertificate,
        }.WithPassword(Password(connection));
    }

    /// <summary>Its password.</summary>
    public static string Password(string connection) => new SqlConnectionStringBuilder(connection).Password;
}
