using RgPolicy.Service.Web.Orders;

namespace RgPolicy.Service.Tests.Web;

public sealed class OrderTokenTests : IDisposable
{
    private const string Token = "0123456789abcdef0123456789abcdef";

    private readonly string _file = Path.GetTempFileName();

    public void Dispose() => File.Delete(_file);

    [Theory]
    [InlineData(Token + "\n", Token, null)]
    [InlineData(Token + "\r\nmore\n", Token, null)]
    [InlineData(Token, Token + "0", "not the token")]
    [InlineData(Token, "", "not the token")]
    [InlineData(Token, null, "not the token")]
    [InlineData("short", "short", "fewer than 16")]
    [InlineData("", "", "fewer than 16")]
    public void Refuse_TokenBesideItsFile_IsTakenOnlyWhereItIsTheSame(string content, string? given, string? reason)
    {
        Write(content, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var refused = new OrderToken(_file).Refuse(given);

        if (reason is null)
            Assert.Null(refused);
        else
            Assert.Contains(reason, refused, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(UnixFileMode.GroupRead)]
    [InlineData(UnixFileMode.OtherRead)]
    [InlineData(UnixFileMode.OtherWrite)]
    public void Refuse_FileThatOthersMayUse_SaysWhatFixesIt(UnixFileMode others)
    {
        Write(Token, UnixFileMode.UserRead | UnixFileMode.UserWrite | others);

        Assert.Contains("chmod 600 " + _file, new OrderToken(_file).Refuse(Token), StringComparison.Ordinal);
    }

    [Fact]
    public void Refuse_FileThatIsMissing_SaysSo() =>
        Assert.Contains("cannot be read", new OrderToken("/nowhere/token").Refuse(Token), StringComparison.Ordinal);

    private void Write(string content, UnixFileMode mode)
    {
        File.WriteAllText(_file, content);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_file, mode);
    }
}
