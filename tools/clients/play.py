"""Plays files in Blender: positions of vertices, or of joints, in every frame.

blender --background --python play.py -- jobs.json

A job has a file, the frames a second, the frame numbers (they may have fractions), the names of nodes with their meshes
(for a GLB or an Alembic archive) or of joints (for a BVH), and the file to write: little-endian f32, frame by frame, in
glTF's axes (y up). A file that this Blender cannot read is left out.
"""
import json
import sys

import bpy
import numpy as np

# Blender 3.4's importer asks for a name that numpy has dropped since.
np.bool = bool


def y_up(points):
    """Blender's coordinates as glTF's."""
    return np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1)


def transformed(points, matrix):
    m = np.array(matrix)
    return points @ m[:3, :3].T + m[:3, 3]


def mesh_called(name):
    """The importer names an object after the node, or after the mesh where it puts the mesh below the node."""
    node, mesh = name
    return next(o for o in bpy.data.objects if o.type == "MESH" and o.name in (node, mesh))


def vertices_of(names, graph):
    parts = []
    for name in names:
        posed = mesh_called(name).evaluated_get(graph)
        mesh = posed.to_mesh()
        points = np.empty(3 * len(mesh.vertices), dtype=np.float32)
        mesh.vertices.foreach_get("co", points)
        parts.append(transformed(points.reshape(-1, 3).astype(np.float64), posed.matrix_world))
        posed.to_mesh_clear()
    return np.concatenate(parts)


def joints_of(names, graph):
    armature = next(o for o in bpy.data.objects if o.type == "ARMATURE").evaluated_get(graph)
    heads = np.array([armature.pose.bones[name].head for name in names], dtype=np.float64)
    return transformed(heads, armature.matrix_world)


def play(job):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = job["fps"]
    is_bvh = job["file"].endswith(".bvh")
    is_alembic = job["file"].endswith(".abc")
    if is_bvh:
        # Blender 3.4's importer asks for a mode of open() that Python 3.11 has dropped.
        from io_anim_bvh import import_bvh

        import_bvh.open = lambda path, mode: open(path, mode.replace("U", ""))
        bpy.ops.import_anim.bvh(filepath=job["file"], axis_forward="-Z", axis_up="Y")
    elif is_alembic:
        if not bpy.app.alembic.supported:
            return
        bpy.ops.wm.alembic_import(filepath=job["file"], as_background_job=False)
    else:
        bpy.ops.import_scene.gltf(filepath=job["file"])
    with open(job["out"], "wb") as out:
        for frame in job["frames"]:
            # A BVH begins at frame 1 in Blender, the others at 0.
            frame += 1 if is_bvh else 0
            whole = int(np.floor(frame))
            scene.frame_set(whole, subframe=frame - whole)
            graph = bpy.context.evaluated_depsgraph_get()
            points = (joints_of if is_bvh else vertices_of)(job["names"], graph)
            y_up(points).astype("<f4").tofile(out)


for each in json.load(open(sys.argv[-1], encoding="utf-8")):
    play(each)
