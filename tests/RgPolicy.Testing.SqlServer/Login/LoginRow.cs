namespace RgPolicy.Testing.SqlServer.Login;

/// <summary>A login and what it may do.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Password">Its password.</param>
internal sealed record LoginRow(string Name, string Password)
{
    private const string StateOfServer = "VIEW SERVER STATE";

    private static readonly string[] Implying2022 = ["VIEW SERVER PERFORMANCE STATE", "VIEW SERVER SECURITY STATE"];

    /// <summary>Server permissions and roles; <c>database:PERMISSION</c> in a database. Sessions that are there see a
    /// change at once.</summary>
    public ImmutableHashSet<string> Permissions { get; set; } = [];

    /// <summary>S for a login of the server's own, U of Windows, G for a group of Windows.</summary>
    public string Type { get; init; } = "S";

    /// <summary>False for a Windows account that comes through a group: the server has no principal of it.</summary>
    public bool IsPrincipal { get; init; } = true;

    /// <summary>The groups of Windows that it is in.</summary>
    public ImmutableArray<string> Groups { get; init; } = [];

    /// <summary>Where its sessions begin that name no database.</summary>
    public string DefaultDatabase { get; init; } = "master";

    /// <summary>A member of the role sysadmin.</summary>
    public bool IsSysadmin => Permissions.Contains("sysadmin");

    /// <summary>Reads <c>name:password:permission,permission</c>.</summary>
    public static LoginRow Parse(string text)
    {
        var parts = text.Split(':', 3);
        return Of(parts[0], parts[1], parts[2].Split(',', StringSplitOptions.RemoveEmptyEntries));
    }

    /// <summary>A login with these permissions and roles.</summary>
    public static LoginRow Of(string name, string password, IEnumerable<string> permissions) =>
        new(name, password) { Permissions = permissions.ToImmutableHashSet(StringComparer.OrdinalIgnoreCase) };

    /// <summary>Whether it has a permission on the server, by name or by one that holds it.</summary>
    public bool Has(string permission) =>
        IsSysadmin
        || Permissions.Contains("CONTROL SERVER")
        || Permissions.Contains(permission)
        || (Implying2022.Contains(permission, StringComparer.OrdinalIgnoreCase) && Permissions.Contains(StateOfServer));

    /// <summary>Whether it has a permission in a database, there or by one on the server that covers it.</summary>
    public bool HasIn(string database, string permission) =>
        Has("CONTROL SERVER")
        || Permissions.Contains($"{database}:{permission}")
        || (permission == "VIEW DATABASE STATE" && (Has(StateOfServer) || Permissions.Contains(Implying2022[0])));
}
