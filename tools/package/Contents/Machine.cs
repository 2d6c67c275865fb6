using System.Buffers.Binary;

namespace RgPolicy.Package.Contents;

/// <summary>The processor that programs are made for, by the header of their ELF file (elf(5), <c>e_machine</c>), and the
/// names that packages have for it.</summary>
/// <param name="Debian">Of dpkg and of container images.</param>
/// <param name="Rpm">Of rpm.</param>
internal sealed record Machine(string Debian, string Rpm)
{
    private const int MachineAt = 18;
    private const ushort Arm64 = 183;

    public static Machine Of(string program)
    {
        using var file = File.OpenRead(program);
        Span<byte> header = stackalloc byte[MachineAt + sizeof(ushort)];
        file.ReadExactly(header);
        return BinaryPrimitives.ReadUInt16LittleEndian(header[MachineAt..]) == Arm64
            ? new Machine("arm64", "aarch64")
            : new Machine("amd64", "x86_64");
    }
}
