namespace RgPolicy.Dbms.Connecting;

/// <summary>Takes a password from a file.</summary>
public static class PasswordFile
{
    /// <summary>The same connection with the password that is the first line of a file.</summary>
    public static ConnectionResult<TOptions> Read<TOptions>(TOptions options, string file)
        where TOptions : class, IConnectionOptions<TOptions>
    {
        ArgumentNullException.ThrowIfNull(options);
        try
        {
            return new ConnectionResult<TOptions>(options.WithPassword(File.ReadLines(file).FirstOrDefault() ?? ""), null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return new ConnectionResult<TOptions>(null, $"the password file {file} could not be read: {e.Message}");
        }
    }
}
