namespace RgPolicy.Dbms.SqlServer.Poll;

internal static class WarmUpRequest
{
    // No session has it: the server's numbers are below 32,768.
    private const int Session = 40_000;

    private const int DefaultGroup = 2;
    private const string Database = "master";
    private static readonly RequestKey Key = new(1, 1, 1);

    public static RequestRow Row { get; } =
        new(
            Session,
            0,
            DateTime.UnixEpoch,
            Guid.Empty,
            StatementKind.Select,
            Key,
            0,
            -1,
            0,
            false,
            false,
            DefaultGroup,
            0,
            new RequestFigures(default, 0, 0, 0, 0)
        );

    public static RequestDetail Detail(byte[] handle) =>
        new(Session, 0, Row.Started, Guid.Empty, Key, Database, "", "", "", true, false, handle, 0, -1);
}
